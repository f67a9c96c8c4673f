import { deepEqual } from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { defineScenario, skip } from '../../scenario.ts'
import { sourcePath } from '../../source.ts'

const run = promisify(execFile)

export const firstSteps = defineScenario('newcomer', async ({ check, world }) => {
  await check(
    'the Python client enrolls, posts, exchanges a token and reads',
    ['ENROLL-1', 'ENV-16', 'ENV-21', 'ENV-45', 'ENV-46', 'ENV-57', 'TOKEN-1', 'TOKEN-40', 'POST-10', 'TEXT-4'],
    async () => {
      const hasPython = await run('python3', ['-c', 'import cryptography']).then(
        () => true,
        () => false,
      )
      if (!hasPython) skip('no python3 with the cryptography package')
      const client = sourcePath('clients/python/colloquy.py')
      const handle = world.handle('py')
      const { stdout } = await run('python3', [client, world.http.base.href, handle], { timeout: 60_000 }).catch((error: Error) => {
        if (world.isLimited && /\b429\b/.test(error.message)) skip("the server's enrollment limit is reached")
        throw error
      })
      world.traces.enrolled++
      deepEqual(JSON.parse(stdout), { handle, content: 'Grüße from Python \u{1f40d}' })
    },
  )
})

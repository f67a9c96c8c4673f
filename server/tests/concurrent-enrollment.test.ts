import test from 'ava'
import { SQL } from 'sql-template-strings'
import { putSetting } from '../../storage/settings/setting-rows.ts'
import { findRightAnswers, findWrongAnswers } from '../../testing/fixtures/challenge-answers.ts'
import { signedResponse } from '../../testing/fixtures/enrollment-responses.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { keyPairOf, type ToolOutcome } from '../../testing/fixtures/test-world.ts'
import { printed, startProgram } from '../../testing/processes/start-program.ts'

const useIt = useDatabase(test)

const ROUNDS = 5
const NOW = { runtime: { clock: Date.now } }

/** Two processes that require challenges of new agents; returns the response of either to a body. */
async function startBoth(t: Parameters<typeof startProgram>[0]) {
  await putSetting(useIt().db, 'enrollment.challenge', true, new Date())
  const environment = { WORKERS: '1', RATE_LIMITS: 'off' }
  const programs = [0, 1].map(() => startProgram(t, useIt(), environment))
  const bases = await Promise.all(programs.map(async program => (await printed(program)).base))
  return async (server: number, path: string, body: object) => {
    const request = { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${bases[server]}/api/v1/aui${path}`, request)
    const data = (await response.json()) as ToolOutcome
    return { status: response.status, data, slug: data.type?.split('/').at(-1) }
  }
}

type Post = Awaited<ReturnType<typeof startBoth>>

async function beginWith(post: Post, handle: string) {
  const body = { handle, name: handle, public_key_pem: keyPairOf(handle).publicKey }
  const { challenge_id } = (await post(0, '/agents/enroll', body)).data
  const { db } = useIt()
  const [right, wrong] = [await findRightAnswers(db, challenge_id), await findWrongAnswers(db, challenge_id)]
  return (isRight = true) => signedResponse(NOW, handle, challenge_id, isRight ? right! : wrong)
}

const membersWith = (handle: string) =>
  useIt().db.many<{ id: string; keys: number }>(SQL`
    select a.id, (select count(*)::int from agent_key k where k.agent_id = a.id) as keys
    from agent a where a.handle = ${handle}`)

const failuresOf = async () =>
  (
    await useIt().db.one<{ count: number }>(
      SQL`select coalesce(sum(failures), 0)::int as count from enrollment_failures`,
    )
  ).count

test.serial(
  'one correct response sent to two processes concurrently enrolls one agent, whose id both return',
  async t => {
    const post = await startBoth(t)
    for (let round = 0; round < ROUNDS; round++) {
      const handle = `twice-${round}`
      const answer = await beginWith(post, handle)
      const same = answer()
      const bodies = [same, same, answer(), answer()]
      const answers = await Promise.all(bodies.map((body, index) => post(index % 2, '/enroll/respond', body)))
      const members = await membersWith(handle)
      t.is(members.length, 1)
      t.is(members[0]!.keys, 1)
      for (const { status, data } of answers) {
        t.is(status, 201)
        t.is(data.agent_id, members[0]!.id)
        t.deepEqual(data, answers[0]!.data)
      }
      for (const server of [0, 1]) t.deepEqual((await post(server, '/enroll/respond', same)).data, answers[0]!.data)
    }
    t.is(await failuresOf(), 0)
  },
)

test.serial(
  'of concurrent correct and wrong answers, either enrolls the agent, or the failure is counted once',
  async t => {
    const post = await startBoth(t)
    for (let round = 0; round < ROUNDS; round++) {
      const handle = `torn-${round}`
      const before = await failuresOf()
      const answer = await beginWith(post, handle)
      const answers = await Promise.all([
        post(round % 2, '/enroll/respond', answer()),
        post(1 - (round % 2), '/enroll/respond', answer(false)),
      ])
      const [member] = await membersWith(handle)
      if (member) {
        for (const { status, data } of answers) t.deepEqual([status, data.agent_id], [201, member.id])
        t.is(await failuresOf(), before)
      } else {
        for (const { status, slug, data } of answers) {
          t.deepEqual([status, slug], [429, 'challenge-failed-retry'])
          t.deepEqual([data.attempt, data.challenge_id], [2, answers[0]!.data.challenge_id])
        }
        t.is(await failuresOf(), before + 1)
      }
    }
  },
)

// A Python wheel (PEP 427) of pure Python modules.
import { createHash } from 'node:crypto'
import { packZip } from './zip.mjs'

const text = (project, key) => new RegExp(`^${key} = "(.*)"$`, 'm').exec(project)[1]

const list = (project, key) =>
  [...new RegExp(`^${key} = \\[(.*)\\]$`, 'm').exec(project)[1].matchAll(/"([^"]*)"/g)].map(([, value]) => value)

const sha256 = content => createHash('sha256').update(content).digest('base64url')

/** `project` is the pyproject.toml; the version has the digest as its local part. */
export function packWheel(files, digest, { project, readme, license }) {
  const name = text(project, 'name')
  const version = `${text(project, 'version')}+build.${digest}`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${name}`,
    `Version: ${version}`,
    `Summary: ${text(project, 'description')}`,
    'License: MIT',
    `Requires-Python: ${text(project, 'requires-python')}`,
    ...list(project, 'dependencies').map(needed => `Requires-Dist: ${needed}`),
    ...list(project, 'classifiers').map(classifier => `Classifier: ${classifier}`),
    'Description-Content-Type: text/markdown',
    '',
    readme,
  ].join('\n')
  const wheel = 'Wheel-Version: 1.0\nGenerator: colloquy\nRoot-Is-Purelib: true\nTag: py3-none-any\n'
  const info = `${name}-${version}.dist-info`
  const described = [...files, [`${info}/LICENSE`, license], [`${info}/METADATA`, metadata], [`${info}/WHEEL`, wheel]]
  const lines = described.map(([file, content]) => `${file},sha256=${sha256(content)},${Buffer.byteLength(content)}`)
  const record = [`${info}/RECORD`, `${[...lines, `${info}/RECORD,,`].join('\n')}\n`]
  return { name, version, file: `${name}-${version}-py3-none-any.whl`, archive: packZip([...described, record]) }
}

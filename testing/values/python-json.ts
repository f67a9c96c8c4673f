import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createInterface, type Interface } from 'node:readline'

export const HAS_PYTHON = spawnSync('python3', ['--version']).status === 0

/** Parses and serializes documents with Python's json module: reads a line of hex, writes a line of JSON. */
const ORACLE = `
import json, math, sys
sys.setrecursionlimit(100000)

class Lexeme(str):
    pass

def number(text):
    if math.isinf(float(text)):
        raise ValueError('out of range')
    return Lexeme(text)

def pairs(found):
    keys = [key for key, _ in found]
    if len(set(keys)) != len(keys):
        raise ValueError('duplicate key')
    return dict(found)

def constant(text):
    raise ValueError(text)

def write(value, depth):
    if isinstance(value, (dict, list)) and depth > 64:
        raise ValueError('too deep')
    if isinstance(value, Lexeme):
        return str(value)
    if isinstance(value, dict):
        return '{' + ','.join(text(key) + ':' + write(item, depth + 1) for key, item in value.items()) + '}'
    if isinstance(value, list):
        return '[' + ','.join(write(item, depth + 1) for item in value) + ']'
    return text(value)

def text(value):
    written = json.dumps(value, ensure_ascii=False)
    written.encode('utf-8')
    return written

def strict(raw):
    value = json.loads(raw.decode('utf-8'), parse_int=number, parse_float=number, parse_constant=constant,
                       object_pairs_hook=pairs)
    return write(value, 1) if isinstance(value, dict) else None

def forms(raw):
    value = json.loads(raw)
    return {'signed': json.dumps(value, separators=(',', ':'), ensure_ascii=False),
            'wires': [json.dumps(value), json.dumps(value, indent=2), json.dumps(value, ensure_ascii=False, indent=1),
                      json.dumps(value, separators=(',', ':'))]}

for line in sys.stdin:
    request = json.loads(line)
    raw = bytes.fromhex(request['hex'])
    try:
        answer = strict(raw) if request['ask'] == 'strict' else forms(raw)
    except (ValueError, RecursionError):
        answer = None
    print(json.dumps(answer), flush=True)
`

export type PythonForms = { readonly signed: string; readonly wires: string[] }

/** A python3 process that serves requests until the test file ends. */
export class PythonJson {
  private readonly child: ChildProcess
  private readonly lines: Interface
  private readonly waiting: ((line: string) => void)[] = []

  constructor() {
    this.child = spawn('python3', ['-c', ORACLE], { stdio: ['pipe', 'pipe', 'inherit'] })
    this.lines = createInterface({ input: this.child.stdout! })
    this.lines.on('line', line => this.waiting.shift()?.(line))
  }

  /** The canonical text, or null if Python does not accept the document as strictly as the protocol requires. */
  async strict(document: Uint8Array): Promise<string | null> {
    return this.ask('strict', document)
  }

  /** What a Python client signs for this value, and several serializations that it may send. */
  async forms(document: Uint8Array): Promise<PythonForms | null> {
    return this.ask('forms', document)
  }

  close(): void {
    this.lines.close()
    this.child.kill()
  }

  private async ask<T>(question: string, document: Uint8Array): Promise<T> {
    const answer = new Promise<string>(resolve => this.waiting.push(resolve))
    this.child.stdin!.write(`${JSON.stringify({ ask: question, hex: Buffer.from(document).toString('hex') })}\n`)
    return JSON.parse(await answer)
  }
}

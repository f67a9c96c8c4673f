// Puts the base styles of pages, which a package has, beside the styles of our own.
import { cpSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root } from './sources.mjs'

const PICO = createRequire(import.meta.url).resolve('@picocss/pico/css/pico.classless.min.css')

export const copyStyles = folder => cpSync(PICO, path.join(root, folder, 'facade/web/pico.css'))

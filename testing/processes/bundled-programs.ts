import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../../..')
const FOLDERS = { main: 'bundle', operator: 'bundle', 'testing/serve': 'dist/bundle' }

/** The file to start a program by, of those that tests start again and again: of the product, or bundled as that is. */
export const bundled = (program: keyof typeof FOLDERS): string => path.join(ROOT, FOLDERS[program], `${program}.js`)

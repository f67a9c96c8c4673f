/** Sentences as agents write them, different for each number and the same in each run. */

const SENTENCES = [
  'I compared the two retrieval setups on the same forty questions, and the one with the smaller index won.',
  'The trick was to keep the plan in a file and to read it again after each step instead of trusting the context.',
  'Does anybody else see timeouts when a tool answers with more than a hundred rows at once?',
  'My owner asked for a summary every morning, so I now write it as I go and only tidy it up at the end.',
  'What surprised me is how often the first hypothesis survives although the evidence had already turned.',
  'Here is the short version: measure before you cache, and write down what you measured.',
  'We tried this last week with a stricter prompt, and the failure moved somewhere harder to see.',
  'I would rather be told that something is missing than be given a guess that looks finished.',
  'The numbers are from one machine with two cores, so take the ratios and leave the absolute values.',
  'If you keep only one thing of this, keep the habit of asking what would change your mind.',
  'Half of the cost was reading the same list again because the answer did not say what was new.',
  'There is a small script for it, which I can share with whoever wants to try it on their own data.',
]
const TAGS = ['memory', 'evaluation', 'tooling', 'retrieval', 'planning', 'agents']

/** About a hundred characters for each sentence. */
export function prose(n: number, sentences: number): string {
  const said = Array.from({ length: sentences }, (_, index) => SENTENCES[(n * 5 + index * 7) % SENTENCES.length])
  return `Note ${n}. ${said.join(' ')}`
}

export const tagged = (n: number, sentences: number): string =>
  `${prose(n, sentences)} #${TAGS[n % TAGS.length]} #${TAGS[(n + 2) % TAGS.length]}`

export const SOUGHT = ['retrieval index', 'timeouts', 'prompt failure', 'plan file', 'habit'] as const

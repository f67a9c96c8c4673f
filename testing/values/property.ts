import fc from 'fast-check'

// The same values each time, so that a run can be repeated; `PROPERTY_SEED=2 npm test` tries others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export { fc }

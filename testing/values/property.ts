import fc from 'fast-check'

// A fixed seed makes runs repeatable; `PROPERTY_SEED=2 npm test` tries other values.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) })

export { fc }

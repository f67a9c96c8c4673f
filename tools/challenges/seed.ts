/** Of the randomness that tasks are drawn by: 128 bits. */
export const SEED_BYTES = 16

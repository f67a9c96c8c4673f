export default {
  files: ['dist/**/*.test.js'],
  workerThreads: false,
  concurrency: 3,
  timeout: '2m',
}

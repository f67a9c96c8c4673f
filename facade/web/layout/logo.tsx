/** Two speech bubbles. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
    <path class="logo-one" d="M4 5h15a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-8l-5 4.5V18H4a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3z" />
    <path
      class="logo-other"
      d="M25 12h3a3 3 0 0 1 3 3v7a3 3 0 0 1-3 3h-1v4.5L22 25h-7a3 3 0 0 1-3-3v-1.5h7a6 6 0 0 0 6-6z"
    />
  </svg>
)

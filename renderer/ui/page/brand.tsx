/** Atrium's logo: an arch within an arch. */
export function Brand() {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      aria-hidden
    >
      <path d="M3 17V9a7 7 0 0 1 14 0v8" />
      <path d="M7 17V9.5a3 3 0 0 1 6 0V17" opacity=".45" />
      <path d="M1.5 17.5h17" />
    </svg>
  )
}

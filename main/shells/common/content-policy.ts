/** What the page may load and do, whichever shell serves it. Trusted types and the missing inline sources leave third-party text nothing to start. */
export const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; " +
  "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/**
 * The page's permissions to load and run, in every shell. Trusted types and the absence of inline sources leave
 * third-party text nothing to run. Only `proxies` can be framed: the origin of the documents between it and servers'
 * pages.
 */
export const contentPolicy = (proxies: string): string =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; " +
  `font-src 'self'; connect-src 'self'; worker-src 'self'; frame-src ${proxies}; frame-ancestors 'none'; ` +
  "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

/** Approximate bytes of text per token. Models count differently; Atrium reports anything left out because of it. */
export const bytesPerToken = 3.5

/** A text's estimated tokens, from its bytes. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

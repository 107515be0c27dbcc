/** Approximate bytes of text per token. It's an estimate, models count differently; anything left out because of it is reported. */
export const bytesPerToken = 3.5

/** A text's estimated tokens, from its bytes. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

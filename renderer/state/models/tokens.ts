/** A text's estimated tokens, from its bytes. Models count differently. */
export const estimateTokens = (bytes: number): number => Math.ceil(bytes / 4)

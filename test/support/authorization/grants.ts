import { createHash, randomUUID } from 'node:crypto'

/** The user's grant to a client. */
export type Grant = { client: string; scopes: string[]; resource: string | undefined }
type Code = Grant & { redirectUri: string; challenge: string; nonce?: string | undefined }
type Access = Grant & { family: string; endsAt: number }
type Refresh = Grant & { family: string; spent: boolean }

/** A token endpoint's error (RFC 6749, 5.2). */
export class Refused extends Error {
  readonly error: string
  readonly status: number

  constructor(error: string, description: string, status = 400) {
    super(description)
    this.error = error
    this.status = status
  }
}

/**
 * One authorization server's codes and tokens. Everything it issues begins with `code-`, `access-` or `refresh-`, so a
 * test can search for it wherever it must not be.
 */
export class Grants {
  /** All tokens ever issued, in order. */
  readonly issued: string[] = []
  /** How often a refresh token was reused, which ends its whole family. */
  reused = 0
  readonly #codes = new Map<string, Code>()
  readonly #access = new Map<string, Access>()
  readonly #refresh = new Map<string, Refresh>()

  code(code: Code): string {
    const value = `code-${randomUUID()}`
    this.#codes.set(value, code)
    return value
  }

  /** A code is valid once, for its client and redirect URI, with its challenge's verifier. */
  redeem(code: string, client: string, { redirectUri, verifier }: { redirectUri: string; verifier: string }): Code {
    const found = this.#codes.get(code)
    this.#codes.delete(code)
    if (found?.client !== client) throw new Refused('invalid_grant', 'no such code')
    if (found.redirectUri !== redirectUri) throw new Refused('invalid_grant', 'another redirect_uri')
    if (createHash('sha256').update(verifier).digest('base64url') !== found.challenge)
      throw new Refused('invalid_grant', 'the code verifier does not fit')
    return found
  }

  issue(
    grant: Grant,
    { seconds, refreshable, family = randomUUID() }: { seconds: number; refreshable: boolean; family?: string },
  ): { access: string; refresh?: string } {
    const access = `access-${randomUUID()}`
    this.#access.set(access, { ...grant, family, endsAt: Date.now() + seconds * 1000 })
    this.issued.push(access)
    if (!refreshable) return { access }
    const refresh = `refresh-${randomUUID()}`
    this.#refresh.set(refresh, { ...grant, family, spent: false })
    this.issued.push(refresh)
    return { access, refresh }
  }

  /** A refresh token is valid once; reuse ends everything from the same sign-in. */
  spend(refresh: string, client: string): Refresh {
    const found = this.#refresh.get(refresh)
    if (found?.client !== client) throw new Refused('invalid_grant', 'no such refresh token')
    if (found.spent) {
      this.reused++
      this.#end(found.family)
      throw new Refused('invalid_grant', 'the refresh token was used before')
    }
    found.spent = true
    return found
  }

  /** An access token's current grant. */
  of(access: string): Grant | undefined {
    const found = this.#access.get(access)
    return found && found.endsAt > Date.now() ? found : undefined
  }

  revoke(token: string): void {
    const family = (this.#access.get(token) ?? this.#refresh.get(token))?.family
    if (family !== undefined) this.#end(family)
  }

  /** Expires all access tokens; refresh tokens stay. */
  expire(): void {
    this.#access.clear()
  }

  #end(family: string): void {
    for (const held of [this.#access, this.#refresh])
      for (const [token, grant] of held) if (grant.family === family) held.delete(token)
  }
}

import type { Claims, Suspicion } from '../../../../shared/asks/asks.ts'
import type { JsonObject } from '../../../../shared/schema/json.ts'
import { Mentions } from './mentions.ts'
import { textsIn } from './suspicions.ts'
import { claimsOf } from './tool-list.ts'

/** A path, a well-known hidden folder, or a word for files. */
const files =
  /(?<![\p{L}\p{N}/])(?:(?:~|\.{1,2}|[a-z]:|\$home|%[a-z]+%)[\\/][^\s"'`]*|\/[\p{L}\p{N}._-]+\/[^\s"'`]*|\/(?:etc|home|root|proc|users|var)\b|file:\/|\.(?:ssh|aws|gnupg|kube|docker|netrc|npmrc|env|git|bashrc|zshrc|profile)\b|files?(?:name|path|system)?\b|folders?\b|director(?:y|ies)\b)/gu

/** A word for a secret, or the name of a file that contains one. */
const secrets =
  /(?<![\p{L}\p{N}])(?:pass(?:word|wd|phrase|code)s?|secrets?|credentials?|(?:api|access|private|secret|ssh|signing|encryption)[ _-]?(?:key|token)s?|(?:auth|bearer|session|refresh)[ _-]?tokens?|token|id_(?:rsa|ed25519|ecdsa)|\.(?:ssh|aws|gnupg|netrc|env)\b|keychain|cookies?|mnemonic|(?:seed|recovery) phrase)(?![\p{L}\p{N}])/gu

/** A tool's definition before and after a change; `tools` are all names of its server's tools. */
type Changed = { item: string; name: string; before: JsonObject; now: JsonObject; tools: string[] }

/**
 * Why a change of a definition is risky: what it mentions that it didn't mention before, and what it no longer claims.
 * An empty `before` compares with nothing.
 */
export function risksOf({ item, name, before, now, tools }: Changed): Suspicion[] {
  const [old, next] = [plainTexts(before), plainTexts(now)]
  const mentions = new Mentions({ servers: [], tools }, [name])
  const isFresh = (find: (text: string) => string[]): boolean => {
    const known = new Set(old.flatMap(find))
    return next.some((text) => find(text).some((found) => !known.has(found)))
  }
  const found: Suspicion[] = []
  if (isFresh(matches(files))) found.push('mentions-files')
  if (isFresh(matches(secrets))) found.push('mentions-secrets')
  if (isFresh((text) => mentions.namesIn(text))) found.push('mentions-tools')
  return item.startsWith('tool/') ? [...found, ...claimsLost(claimsOf(before), claimsOf(now))] : found
}

function claimsLost(before: Claims, now: Claims): Suspicion[] {
  const mayDestroy = ({ readOnly, destructive }: Claims): boolean => destructive && !readOnly
  const isWorse = (now.destructive && !before.destructive) || (mayDestroy(now) && !mayDestroy(before))
  return [
    ...(before.readOnly && !now.readOnly ? (['not-read-only'] as const) : []),
    ...(isWorse ? (['destructive'] as const) : []),
  ]
}

const matches =
  (pattern: RegExp) =>
  (text: string): string[] =>
    text.match(pattern)?.map((it) => it.replace(/(?:ies|y|s)$/, '')) ?? []

const plainTexts = (raw: JsonObject): string[] => textsIn(raw).map((text) => text.normalize('NFKC').toLowerCase())

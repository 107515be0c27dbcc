import type { ResourceEntry } from '../../shared/content/listed.ts'
import type { IconName } from '../ui/icon.tsx'

/** An icon for the type claimed by the server. */
export function iconOf(mimeType: string | undefined): IconName {
  const type = mimeType?.toLowerCase() ?? ''
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'sound'
  if (/json|xml|yaml|html|javascript|typescript|x-sh/.test(type)) return 'code'
  return type === '' || type.startsWith('text/') ? 'file' : 'binary'
}

/** The writer of a resource's contents: its server, or the site it was fetched from. */
export const writerOf = ({ uri, fetched }: { uri: string; fetched?: true | undefined }, server: string): string =>
  fetched ? (URL.parse(uri)?.host ?? uri) : server

/** A resource's audience and priority as its server claims, in words. */
export function resourceClaims(
  { annotations }: Pick<ResourceEntry, 'annotations'>,
  words: { forModel: string; forYou: string; priority(value: string): string },
): string[] {
  const { audience, priority } = annotations ?? {}
  const isFor = (who: 'user' | 'assistant'): boolean => audience?.length === 1 && audience[0] === who
  return [
    ...(isFor('assistant') ? [words.forModel] : []),
    ...(isFor('user') ? [words.forYou] : []),
    ...(priority === undefined ? [] : [words.priority(String(Math.round(priority * 100) / 100))]),
  ]
}

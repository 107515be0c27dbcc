import { isFolder, type ResourceEntry } from '../../shared/content/listed.ts'
import { readersSaid } from '../state/resources/resource-tree.ts'
import { resources } from '../strings/resources.ts'
import type { IconName } from '../ui/icon.tsx'

/** An icon for the type claimed by the server. */
export function iconOf(mimeType: string | undefined): IconName {
  const type = mimeType?.toLowerCase() ?? ''
  if (type.startsWith('image/')) return 'image'
  if (type.startsWith('audio/')) return 'sound'
  if (isFolder({ mimeType })) return 'folder'
  if (/json|xml|yaml|html|javascript|typescript|x-sh/.test(type)) return 'code'
  return type === '' || type.startsWith('text/') ? 'file' : 'binary'
}

/** The writer of a resource's contents: its server, or the site it was fetched from. */
export const writerOf = ({ uri, fetched }: { uri: string; fetched?: true | undefined }, server: string): string =>
  fetched ? (URL.parse(uri)?.host ?? uri) : server

/** A resource's audience and priority as its server claims, in words. */
export function resourceClaims(resource: Pick<ResourceEntry, 'annotations'>): string[] {
  const { priority } = resource.annotations ?? {}
  const words = resources.tree.claims
  return [
    ...readersSaid(resource),
    ...(priority === undefined ? [] : [words.priority(String(Math.round(priority * 100) / 100))]),
  ]
}

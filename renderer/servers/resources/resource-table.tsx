import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import { isFolder, type ResourceEntry } from '../../../shared/content/listed.ts'
import { useAnsweringModel } from '../../state/models/answering.ts'
import { changedAt, resourceTitle } from '../../state/resources/resource-tree.ts'
import { resourceClaims, iconOf } from '../../content/resource-words.ts'
import { useInChat } from '../../state/resources/in-chat.ts'
import { sameJson } from '../../state/resources/use-listings.ts'
import { useHost } from '../../state/replica.ts'
import { resources as resourcesWords } from '../../strings/resources.ts'
import { serverTools } from '../../strings/servers/servers-tools.ts'
import { Button } from '../../ui/button.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { formatBytes, formatMoment } from '../../strings/format/time.ts'
import styles from './resource-table.module.css'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = resourcesWords.tab

const PreviewDialog = lazyPart(async () => (await import('../../resources/preview-dialog.tsx')).PreviewDialog)

/** How many are listed at a time; typing finds the others. */
const listedAtOnce = 200

/** One server's resources, with its claims about them. */
export function ResourceTable({ server, resources }: { server: ServerSummary; resources: ResourceEntry[] }) {
  const [shown, setShown] = useState(listedAtOnce)
  const [preview, setPreview] = useState<ResourceEntry>()
  const { attach, busy, problem } = useInChat()
  const block = useAnsweringModel() === undefined ? words.noModel : undefined
  const followed = useHost(
    (state) =>
      Object.values(state.followed).flatMap((list) => list.flatMap((one) => (one.server === server.id ? one.uri : []))),
    sameJson,
  )
  const { columns } = words
  return (
    <>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      <table className={styles.table}>
        <caption className="sr">{words.label}</caption>
        <thead>
          <tr>
            <th>{columns.name}</th>
            <th className={styles.wide}>{columns.type}</th>
            <th className={styles.number}>{columns.size}</th>
            <th className={styles.wide}>{columns.changed}</th>
            <th className={styles.wide}>{columns.updates}</th>
            <th>
              <span className="sr">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {resources.slice(0, shown).map((resource) => (
            <Row
              key={resource.uri}
              resource={resource}
              block={isFolder(resource) ? resourcesWords.folder.cannot : block}
              busy={busy === resource.uri}
              isLive={followed.includes(resource.uri)}
              onFollow={() => void attach(server.id, resource, { live: true })}
              onPreview={() => setPreview(resource)}
              onAttach={() => void attach(server.id, resource)}
            />
          ))}
        </tbody>
      </table>
      {resources.length > shown && (
        <Button kind="ghost" icon="chevron-down" onClick={() => setShown(shown * 4)}>
          {serverTools.list.showMore(resources.length - shown)}
        </Button>
      )}
      {preview && (
        <Suspense>
          <PreviewDialog
            server={server.id}
            resource={preview}
            block={isFolder(preview) ? resourcesWords.folder.cannot : block}
            onAttach={(read) => void attach(server.id, preview, { read })}
            onClose={() => setPreview(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}

type RowProps = {
  resource: ResourceEntry
  block: string | undefined
  busy: boolean
  /** A conversation follows it. */
  isLive: boolean
  onFollow(): void
  onPreview(): void
  onAttach(): void
}

function Row({ resource, block, busy, isLive, onFollow, onPreview, onAttach }: RowProps) {
  const { mimeType, size, uri } = resource
  const name = plainLabel(resourceTitle(resource), 60)
  const at = changedAt(resource)
  return (
    <tr>
      <td>
        <span className={styles.name}>
          <Icon name={iconOf(mimeType)} size={15} />
          <span className={styles.texts}>
            <bdi>{name}</bdi>
            <code className={styles.uri} title={plainLabel(uri, 300)}>
              {plainLabel(uri, 200)}
            </code>
          </span>
          {resourceClaims(resource).map((claim) => (
            <span key={claim} className={styles.claim}>
              {claim}
            </span>
          ))}
        </span>
      </td>
      <td className={styles.wide}>{plainLabel(mimeType ?? '', 80)}</td>
      <td className={styles.number}>{size === undefined ? '' : formatBytes(size)}</td>
      <td className={styles.wide}>{at === undefined ? '' : formatMoment(at)}</td>
      <td className={styles.wide}>
        {isLive ? (
          <span className={styles.live}>
            <Icon name="live" size={13} />
            {words.live}
          </span>
        ) : (
          <Button size="sm" kind="ghost" busy={busy} unavailable={block} onClick={onFollow}>
            {words.follow}
            <span className="sr">{words.named(name)}</span>
          </Button>
        )}
      </td>
      <td>
        <span className={styles.actions}>
          <Button size="sm" kind="ghost" onClick={onPreview}>
            {words.preview}
            <span className="sr">{words.named(name)}</span>
          </Button>
          <Button size="sm" kind="ghost" busy={busy} unavailable={block} onClick={onAttach}>
            {words.attach}
            <span className="sr">{words.named(name)}</span>
          </Button>
        </span>
      </td>
    </tr>
  )
}

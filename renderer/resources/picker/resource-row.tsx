import { resources } from '../../strings/resources.ts'
import { classes } from '../../ui/classes.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { ServerSeal } from '../../ui/seal.tsx'
import { formatBytes, formatMoment } from '../../strings/format/time.ts'
import type { PickerRow, ServerDetail } from './picker-rows.ts'
import { changedAt, resourceTitle, type ListedResource } from '../../state/resources/resource-tree.ts'
import { resourceClaims, iconOf } from '../../content/resource-words.ts'
import styles from './resource-tree-view.module.css'

const words = resources.tree

type RowContentProps = {
  row: PickerRow
  isChosen(listed: ListedResource): boolean
  isFollowed(listed: ListedResource): boolean
  onChoose(listed: ListedResource): void
}

/** One row of the tree. */
export function RowContent({ row, isChosen, isFollowed, onChoose }: RowContentProps) {
  if (row.kind === 'resource') {
    const { listed } = row
    return (
      <ResourceLine
        listed={listed}
        isChosen={isChosen(listed)}
        isFollowed={isFollowed(listed)}
        onChoose={() => onChoose(listed)}
      />
    )
  }
  return (
    <>
      <Icon name={row.isOpen ? 'chevron-down' : 'chevron-right'} size={14} />
      {row.kind === 'server' ? (
        <>
          <ServerSeal server={row.server} />
          <span className={styles.name}>{row.name}</span>
          <span className={styles.place}>{detailOf(row.detail)}</span>
        </>
      ) : (
        <>
          <Icon name="folder" size={14} />
          <bdi className={styles.folder}>
            {plainLabel(row.kind === 'folder' ? row.label : `${resourceTitle(row.listed.resource)}/`, 120)}
          </bdi>
          {row.kind === 'directory' && <Directory {...row} />}
        </>
      )}
    </>
  )
}

/** A directory's claims, and what reading it gave if that is nothing to show below it. */
function Directory({ listed, state }: Extract<PickerRow, { kind: 'directory' }>) {
  return (
    <>
      <span className={styles.claims}>
        {resourceClaims(listed.resource).map((claim) => (
          <span key={claim} className={styles.claim}>
            {claim}
          </span>
        ))}
      </span>
      {state !== 'filled' && <span className={styles.place}>{resources.folder[state]}</span>}
    </>
  )
}

function detailOf({ place, found, count, isLoading }: ServerDetail): string {
  if (isLoading) return words.listing
  const counted = found === count ? words.count(count) : words.found(found, count)
  return place === '' ? counted : `${plainLabel(place, 80)}, ${counted}`
}

type LineProps = { listed: ListedResource; isChosen: boolean; isFollowed: boolean; onChoose(): void }

function ResourceLine({ listed: { resource, server }, isChosen, isFollowed, onChoose }: LineProps) {
  const at = changedAt(resource)
  return (
    <>
      <span
        className={classes(styles.box, isChosen && styles.chosen)}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation()
          onChoose()
        }}
      >
        {isChosen && <Icon name="check" size={12} />}
      </span>
      <Icon name={iconOf(resource.mimeType)} size={14} />
      <bdi className={styles.name}>{plainLabel(resourceTitle(resource), 60)}</bdi>
      <span className="sr">{words.ofServer(server)}</span>
      <span className={styles.claims}>
        {isFollowed && (
          <span className={styles.live}>
            <Icon name="live" size={13} />
            {words.live}
          </span>
        )}
        {resourceClaims(resource).map((claim) => (
          <span key={claim} className={styles.claim}>
            {claim}
          </span>
        ))}
      </span>
      <span className={styles.size}>{resource.size === undefined ? '' : formatBytes(resource.size)}</span>
      <span className={styles.changed}>{at === undefined ? '' : formatMoment(at)}</span>
    </>
  )
}

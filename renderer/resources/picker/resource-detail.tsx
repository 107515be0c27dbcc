import { resources } from '../../strings/resources.ts'
import { isFolder } from '../../../shared/content/listed.ts'
import { estimateTokens } from '../../../shared/text/tokens.ts'
import { Button } from '../../ui/button.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { head } from '../../../shared/text/clip.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { useServerName } from '../../ui/seal.tsx'
import { formatBytes, formatMoment } from '../../strings/format/time.ts'
import { FollowSwitch } from '../follow-switch.tsx'
import styles from './picker.module.css'
import { changedAt, resourceTitle, type ListedResource } from '../../state/resources/resource-tree.ts'
import { resourceClaims, iconOf } from '../../content/resource-words.ts'
import { ResourceView } from '../resource-view.tsx'
import type { ResourceChoice } from '../../state/resources/use-choice.ts'
import type { Readings } from '../../state/resources/use-readings.ts'

const words = resources.detail

type ResourceDetailProps = { listed: ListedResource | undefined; readings: Readings; choice: ResourceChoice }

/** The server's claims about the highlighted resource, and its contents on request. */
export function ResourceDetail({ listed, readings, choice }: ResourceDetailProps) {
  if (!listed) return <p className="ink3">{words.nothingMarked}</p>
  return <KnownResource key={listed.key} listed={listed} readings={readings} choice={choice} />
}

function KnownResource({
  listed: { server, resource },
  readings,
  choice,
}: ResourceDetailProps & { listed: ListedResource }) {
  const from = useServerName(server)
  const { uri, description, mimeType, size } = resource
  const read = readings.of(server, uri)
  // An unlisted folder is one by what is above it.
  const reading = read?.state === 'ready' && isFolder(resource) ? { ...read, folder: true as const } : read
  const changed = changedAt(resource)
  const claims = [
    ...(mimeType === undefined ? [] : [head(mimeType, 80)]),
    ...(changed === undefined ? [] : [words.changed(formatMoment(changed))]),
    ...resourceClaims(resource),
  ]
  return (
    <>
      <div className={styles.facts}>
        <div className={styles.heading}>
          <Icon name={iconOf(mimeType)} size={14} />
          <h3>
            <bdi>{plainLabel(resourceTitle(resource), 60)}</bdi>
          </h3>
          {size !== undefined && (
            <span className={styles.meta}>{words.size(formatBytes(size), estimateTokens(size))}</span>
          )}
        </div>
        <code className="mono fs-small breaks ink2">
          <Word text={uri} />
        </code>
        {(description || claims.length > 0) && (
          <Ext from={from}>
            {description && (
              <p>
                <Plain text={description} limit={200} />
              </p>
            )}
            {claims.length > 0 && (
              <p className="ink3">
                <Plain text={claims.join(' · ')} />
              </p>
            )}
          </Ext>
        )}
        {reading?.state === 'ready' && !reading.folder && (
          <FollowSwitch server={server} uri={uri} canFollow={reading.canFollow} choice={choice} />
        )}
        {!reading && (
          <Button className={styles.start} onClick={() => void readings.read(server, uri)}>
            {words.preview}
          </Button>
        )}
      </div>
      {reading && (
        <ResourceView
          reading={reading}
          server={server}
          from={from}
          uri={uri}
          retry={() => void readings.read(server, uri, true)}
          onFetch={() => void readings.fetch(server, uri)}
        />
      )}
    </>
  )
}

import { useEffect } from 'react'
import type { ReadResource } from '../../shared/contract/offer-commands.ts'
import type { ResourceEntry, ResourceContent } from '../../shared/content/listed.ts'
import { resources } from '../strings/resources.ts'
import { ui } from '../strings/ui.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Word } from '../ui/third-party/ext.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useServerName } from '../ui/seal.tsx'
import { resourceTitle } from '../state/resources/resource-tree.ts'
import { ResourceView } from './resource-view.tsx'
import { useReadings } from '../state/resources/use-readings.ts'
import { ResourceContents } from '../content/resource-contents.tsx'

const words = resources

type PreviewDialogProps = {
  server: string
  resource: Pick<ResourceEntry, 'uri' | 'name' | 'title'>
  /** Why it can't be attached. */
  block: string | undefined
  /** `reading`: its contents, if they were read. */
  onAttach(reading: ReadResource | undefined): void
  onClose(): void
}

/** A resource's current contents. */
export function PreviewDialog({ server, resource, block, onAttach, onClose }: PreviewDialogProps) {
  const from = useServerName(server)
  const readings = useReadings()
  const { uri } = resource
  const { read } = readings
  const reading = readings.of(server, uri) ?? { state: 'loading' }
  useEffect(() => void read(server, uri), [read, server, uri])
  return (
    <Dialog
      open
      size="lg"
      title={plainLabel(resourceTitle(resource), 60)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui.close}</Button>
          <Button unavailable={block} onClick={() => onAttach(reading.state === 'ready' ? reading : undefined)}>
            {words.tab.attach}
          </Button>
        </>
      }
    >
      <code className="mono fs-small breaks ink2">
        <Word text={uri} />
      </code>
      <ResourceView
        reading={reading}
        server={server}
        from={from}
        uri={uri}
        retry={() => void read(server, uri, true)}
        onFetch={() => void readings.fetch(server, uri)}
      />
    </Dialog>
  )
}

type ContentsDialogProps = {
  title: string
  uri: string
  from: string
  contents: ResourceContent[]
  onClose(): void
}

/** Exactly the contents that a message has, or will have. */
export const ContentsDialog = ({ title, uri, from, contents, onClose }: ContentsDialogProps) => (
  <Dialog open size="lg" title={title} onClose={onClose}>
    <code className="mono fs-small breaks ink2">
      <Word text={uri} />
    </code>
    <ResourceContents contents={contents} from={from} />
  </Dialog>
)

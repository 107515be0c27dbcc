import { useEffect, useState } from 'react'
import type { ReadResource } from '../../shared/offer-commands.ts'
import { useLink } from '../host.ts'
import { ResourceContents } from '../resources/resource-contents.tsx'
import { strings } from '../strings/strings.ts'
import { useAction } from '../ui/action.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Plain } from '../ui/ext.tsx'
import { plainLabel } from '../ui/hidden-characters.ts'
import { Icon } from '../ui/icon.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { formatBytes } from '../ui/time.tsx'
import type { LinkedResource } from './content-blocks.ts'
import styles from './result.module.css'

const words = strings.results.link

type LinkProps = { link: LinkedResource; server: string | undefined; from: string }

/** A resource that a result points at. Nothing is read before it is pressed, and it is read from its server alone. */
export function ResultLink({ link, server, from }: LinkProps) {
  const [isOpen, setOpen] = useState(false)
  const { uri, name, title = name, description, mimeType, size } = link
  const label = plainLabel(title, 60)
  const facts = [mimeType ?? words.noType, ...(size === undefined ? [] : [formatBytes(size)])]
  return (
    <div role="group" className={styles.other} aria-label={words.name(label)}>
      <div className={styles.linkHead}>
        <Icon name="file" size={14} />
        <span className={styles.linkName}>
          <Plain text={title} limit={60} />
        </span>
        <span className={styles.caption}>
          <Plain text={facts.join(' · ')} limit={120} />
        </span>
      </div>
      {description !== undefined && <Plain text={description} limit={200} />}
      <code className={styles.uri}>
        <Plain text={uri} limit={200} />
      </code>
      {server !== undefined && (
        <Button size="sm" aria-label={words.previewOf(label)} onClick={() => setOpen(true)}>
          {words.preview}
        </Button>
      )}
      {isOpen && server !== undefined && (
        <Dialog open size="lg" title={label} onClose={() => setOpen(false)}>
          <code className={styles.uri}>
            <Plain text={uri} limit={200} />
          </code>
          <Preview server={server} uri={uri} from={from} />
        </Dialog>
      )}
    </div>
  )
}

function Preview({ server, uri, from }: { server: string; uri: string; from: string }) {
  const host = useLink()
  const [read, setRead] = useState<ReadResource>()
  const { run, problem } = useAction(async () => setRead(await host.call('readResource', { server, uri })))
  // It is read once, when it opens.
  // oxlint-disable-next-line exhaustive-deps
  useEffect(() => void run(), [server, uri])
  if (problem !== undefined)
    return (
      <Note kind="no" action={<Button onClick={() => void run()}>{words.again}</Button>}>
        {problem}
      </Note>
    )
  return read ? <ResourceContents contents={read.contents} from={from} /> : <Loading what={words.loading(from)} />
}

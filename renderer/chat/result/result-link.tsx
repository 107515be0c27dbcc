import { Suspense, useState } from 'react'
import { lazyPart } from '../../ui/lazy.ts'
import type { ReadResource } from '../../../shared/contract/offer-commands.ts'
import { useSession } from '../../state/replica.ts'
import { useInChat } from '../../state/resources/in-chat.ts'
import { resources } from '../../strings/resources.ts'
import { results } from '../../strings/results.ts'
import { Button } from '../../ui/button.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { formatBytes } from '../../strings/format/time.ts'
import type { LinkedResource } from './content-blocks.ts'
import styles from './result.module.css'

const words = results.link

const PreviewDialog = lazyPart(async () => (await import('../../resources/preview-dialog.tsx')).PreviewDialog)

type LinkProps = { link: LinkedResource; server: string | undefined }

/** A resource that a result links to. Atrium reads it only on request, from that server. */
export function ResultLink({ link, server }: LinkProps) {
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
        <span className="small ink2">
          <Plain text={facts.join(' · ')} limit={120} />
        </span>
      </div>
      {description !== undefined && <Plain text={description} limit={200} />}
      <code className={styles.uri}>
        <Plain text={uri} limit={200} />
      </code>
      {server !== undefined && <Actions link={link} server={server} label={label} />}
    </div>
  )
}

function Actions({ link, server, label }: { link: LinkedResource; server: string; label: string }) {
  const [isOpen, setOpen] = useState(false)
  const { attach, busy, problem } = useInChat()
  const block = useSession()?.right === 'read' ? resources.picker.readOnly : undefined
  const attachNow = (read?: ReadResource): void => {
    setOpen(false)
    void attach(server, link, { read })
  }
  return (
    <>
      <div className="row wrap gap1">
        <Button size="sm" aria-label={words.previewOf(label)} unavailable={block} onClick={() => setOpen(true)}>
          {words.preview}
        </Button>
        <Button
          size="sm"
          kind="ghost"
          aria-label={words.attachOf(label)}
          unavailable={block}
          busy={busy !== undefined}
          onClick={() => attachNow()}
        >
          {words.attach}
        </Button>
      </div>
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {isOpen && (
        <Suspense fallback={null}>
          <PreviewDialog
            server={server}
            resource={link}
            block={block}
            onAttach={attachNow}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

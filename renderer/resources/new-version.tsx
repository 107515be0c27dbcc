import { useEffect, useState } from 'react'
import { pickedOf, type ResourcePart } from '../../shared/content/attachments.ts'
import type { Followed } from '../../shared/state/followed.ts'
import { useOpenConversation } from '../state/chat/transcript.ts'
import { FreeAsksOf } from '../inbox/free-asks.tsx'
import { resources } from '../strings/resources.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { useStoredValue } from '../ui/json/stored-value.tsx'
import { Loading } from '../ui/loading.tsx'
import { Note } from '../ui/note.tsx'
import { useServerName } from '../ui/seal.tsx'
import { attachRead } from '../state/resources/attach.ts'
import { contentsOf } from '../content/contents.ts'
import { ResourceContents } from '../content/resource-contents.tsx'
import { ResourceDiff } from './resource-diff.tsx'
import { useReadings, type Reading } from '../state/resources/use-readings.ts'

const words = resources.diff

type NewVersionProps = { conversation: string; followed: Followed; onClose(): void }

/** Reads a followed resource again, shows what changed since it was sent, and attaches the current version. */
export function NewVersion({ conversation, followed, onClose }: NewVersionProps) {
  const { server, uri, name } = followed
  const from = useServerName(server)
  const readings = useReadings()
  const { read } = readings
  const [before] = useState(useLastSent(server, uri))
  useEffect(() => void read(server, uri), [read, server, uri])
  const reading = readings.of(server, uri) ?? { state: 'loading' }
  const [problem, setProblem] = useState<string>()
  const attach = (): void => {
    if (reading.state !== 'ready') return
    const refused = attachRead(conversation, { server, uri, name, reading, live: true })
    setProblem(refused)
    if (refused !== undefined) return
    onClose()
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-composer]')?.focus())
  }
  return (
    <Dialog
      open
      size="lg"
      title={words.title(plainLabel(name, 60))}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            kind="primary"
            unavailable={reading.state === 'ready' ? undefined : words.reading(from)}
            onClick={attach}
          >
            {words.attach}
          </Button>
        </>
      }
    >
      {problem !== undefined && <Note kind="no">{problem}</Note>}
      {reading.state === 'loading' && <FreeAsksOf server={server} name={from} />}
      <Compared reading={reading} before={before} from={from} retry={() => void read(server, uri, true)} />
    </Dialog>
  )
}

/** The resource as this conversation last got it. */
function useLastSent(server: string, uri: string): ResourcePart | undefined {
  const transcript = useOpenConversation()
  return transcript?.turns
    .flatMap(({ message }) => (message ? pickedOf(message) : []))
    .findLast((part): part is ResourcePart => part.type === 'resource' && part.server === server && part.uri === uri)
}

type ComparedProps = { reading: Reading; before: ResourcePart | undefined; from: string; retry(): void }

function Compared({ reading, before, from, retry }: ComparedProps) {
  const kept = useStoredValue(before?.data ?? { json: [] })
  if (reading.state === 'loading') return <Loading what={words.reading(from)} lines={5} />
  if (reading.state === 'failed')
    return (
      <Note kind="no" action={<Button onClick={retry}>{words.again}</Button>}>
        {reading.problem}
      </Note>
    )
  if (before && kept.state === 'absent') return <Loading what={words.comparing} lines={5} />
  if (!before || kept.state !== 'ready')
    return (
      <>
        <Note>{words.noBefore}</Note>
        <ResourceContents contents={reading.contents} from={from} />
      </>
    )
  return <ResourceDiff before={contentsOf(kept.value)} now={reading.contents} from={from} />
}

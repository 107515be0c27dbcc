import { useState } from 'react'
import type { MergedEntry } from '../../../shared/config/exported.ts'
import type { ServerConfigs } from '../../../shared/config/server-config.ts'
import type { Input } from '../../../shared/contract/commands.ts'
import { useAction } from '../../state/action.ts'
import { useQuery } from '../../state/query.ts'
import { useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { serverImport } from '../../strings/servers/servers-import.ts'
import { Button } from '../../ui/button.tsx'
import { diffTexts, folded, type DiffPart } from '../../ui/json/definition-rows.ts'
import { Differences } from '../../ui/json/differences.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Plain } from '../../ui/third-party/ext.tsx'

const words = serverImport.export.merge

type MergeIntoFileProps = { asked: Input<'previewMerge'>; moment: ServerConfigs }

/** Puts the servers into the application's own file: one press reads it for a preview, another one writes it. */
export function MergeIntoFile({ asked, moment }: MergeIntoFileProps) {
  const link = useLink()
  const [isOpen, setOpen] = useState(false)
  const [done, setDone] = useState<{ file: string; copy: string }>()
  const { answer, problem, isCurrent } = useQuery('previewMerge', isOpen ? asked : undefined, {
    moment,
  })
  const write = useAction(async (hash: string) => setDone(await link.call('mergeExport', { ...asked, hash })))
  if (!isOpen)
    return (
      <div>
        <Button size="sm" onClick={() => setOpen(true)}>
          {words.look(serverImport.clients[asked.client])}
        </Button>
      </div>
    )
  if (done)
    return (
      <Note kind="ok">
        <Phrase text={words.done} slots={{ file: <code>{done.file}</code>, copy: <code>{done.copy}</code> }} />
      </Note>
    )
  if (problem !== undefined) return <Note kind="no">{problem}</Note>
  if (!answer || !isCurrent) return <Loading what={serverImport.reading} />
  if ('problem' in answer) return <Note>{words.problems[answer.problem]}</Note>
  const { file, hash, entries } = answer
  return (
    <section className="stack" aria-label={words.title(file)}>
      <h3 className="small ink2 medium">
        <Plain text={words.title(file)} />
      </h3>
      <Differences parts={entries.map(partOf)} />
      {entries.some(({ before }) => before !== undefined) && <p className="small ink3">{words.hidden}</p>}
      {write.problem && <Note kind="no">{write.problem}</Note>}
      <div>
        <Button size="sm" busy={write.busy} onClick={() => void write.run(hash)}>
          {words.write}
        </Button>
      </div>
    </section>
  )
}

/** All lines of a new entry are added; of a replaced one, those that differ. */
const partOf = ({ id, before, after }: MergedEntry): DiffPart =>
  before === undefined
    ? {
        name: words.adds(id),
        rows: after.split('\n').map((text) => ({ mark: 'added', runs: [{ text, isChanged: false }] })),
      }
    : { name: words.replaces(id), rows: folded(diffTexts(before, after)) }

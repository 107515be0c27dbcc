import { useEffect, useState } from 'react'
import type { KnownFolder } from '../../../shared/contract/folder-commands.ts'
import { mostRoots, type ServerConfig } from '../../../shared/config/server-config.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { servers } from '../../strings/servers/servers.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { FolderList } from '../../ui/fields/folder-list.tsx'
import { Segments } from '../../ui/fields/segments.tsx'
import { Note } from '../../ui/note.tsx'
import { Row } from './row.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useConfigChange } from '../../state/servers/use-config-change.ts'

const words = servers.access

type SharesProps = { server: ServerSummary; config: ServerConfig }

/** The folders Atrium lists when a server asks, each saved as it is added or removed. */
export function KnownFolders({ server: { id }, config }: SharesProps) {
  const block = useAdminBlock()
  const roots = config.roots ?? []
  const { run, problem } = useConfigChange(id)
  const change = (by: (folders: string[]) => string[]): Promise<boolean> =>
    run(({ roots: before = [], ...rest }) => {
      const folders = by(before)
      return { ...rest, ...(folders.length > 0 && { roots: folders }) }
    })
  const states = useStates(id, roots)
  return (
    <Row title={words.folders.title} help={words.folders.help}>
      <p className="small ink3">{words.folders.hint}</p>
      <FolderList
        folders={roots}
        most={mostRoots}
        block={block}
        add={(path) => change((folders) => [...folders.filter((it) => it !== path), path])}
        remove={(path) => void change((folders) => folders.filter((it) => it !== path))}
        renderNote={(path) => <Trouble folder={states.find((it) => it.path === path)} />}
      />
      {problem && <Note kind="no">{problem}</Note>}
    </Row>
  )
}

function Trouble({ folder }: { folder: KnownFolder | undefined }) {
  if (!folder || folder.state === 'there') return null
  if (folder.state === 'missing') return <Note>{words.folders.missing}</Note>
  if (folder.state === 'no-folder') return <Note>{words.folders.noFolder}</Note>
  const place = (
    <code>
      <Word text={folder.leadsTo} />
    </code>
  )
  return (
    <Note>
      <Phrase text={words.folders.link} slots={{ place }} />
    </Note>
  )
}

/** The current state of these folders, fetched again if they change. */
function useStates(server: string, roots: string[]): KnownFolder[] {
  const link = useLink()
  const [folders, setFolders] = useState<KnownFolder[]>([])
  const chosen = JSON.stringify(roots)
  useEffect(() => {
    let isWanted = true
    if (chosen === '[]') return undefined
    link.call('lookAtFolders', { server }).then(
      (looked) => isWanted && setFolders(looked.folders),
      // Without a connection their state is unknown.
      () => undefined,
    )
    return () => void (isWanted = false)
  }, [link, server, chosen])
  return folders
}

const uses = ['off', 'ask'] as const
type Use = (typeof uses)[number]

/** Whether the server can ask to use a model. */
export function ModelUse({ server: { id }, config }: SharesProps) {
  const { run, problem } = useConfigChange(id)
  const choose = (use: Use): void =>
    void run(({ sampling: _sampling, ...rest }) => ({ ...rest, ...(use === 'ask' && { sampling: use }) }))
  return <UseRow of={words.sampling} now={config.sampling ?? 'off'} {...{ choose, problem }} />
}

/** Whether the server's apps are shown. */
export function AppUse({ server: { id }, config }: SharesProps) {
  const { run, problem } = useConfigChange(id)
  const choose = (use: Use): void =>
    void run(({ pages: _pages, ...rest }) => ({ ...rest, ...(use === 'off' && { pages: use }) }))
  return <UseRow of={words.apps} now={config.pages ?? 'ask'} {...{ choose, problem }} />
}

type UseWords = Record<Use, string> & { title: string; help: string }
type UseRowProps = { of: UseWords; now: Use; choose(use: Use): void; problem: string | undefined }

function UseRow({ of, now, choose, problem }: UseRowProps) {
  const block = useAdminBlock()
  return (
    <Row title={of.title} help={of.help}>
      <Segments
        label={of.title}
        role="radiogroup"
        items={uses.map((use) => of[use])}
        value={of[now]}
        unavailable={block}
        onChange={(label) => choose(label === of.ask ? 'ask' : 'off')}
      />
      <p className="small ink3">{words.restarts}</p>
      {problem && <Note kind="no">{problem}</Note>}
    </Row>
  )
}

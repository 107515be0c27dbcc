import { useEffect, useState } from 'react'
import type { KnownFolder } from '../../../shared/contract/folder-commands.ts'
import { mostRoots, type ServerConfig } from '../../../shared/config/server-config.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { useLink } from '../../state/replica.ts'
import { Phrase } from '../../strings/phrase.tsx'
import { servers } from '../../strings/servers/servers.ts'
import { Word } from '../../ui/third-party/ext.tsx'
import { Radio } from '../../ui/fields/field.tsx'
import { FolderList } from '../../ui/fields/folder-list.tsx'
import { Note } from '../../ui/note.tsx'
import { Row } from './settings-row.tsx'
import type { ServerSummary } from '../../state/servers/summary.ts'
import { useConfigChange } from '../../state/servers/use-config-change.ts'

const words = servers.settings

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
      {roots.length === 0 && <p className="ink2">{words.folders.none}</p>}
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
  return <UseRow name="sampling" of={words.sampling} now={config.sampling ?? 'off'} {...{ choose, problem }} />
}

/** Whether the server's apps are shown. */
export function AppUse({ server: { id }, config }: SharesProps) {
  const { run, problem } = useConfigChange(id)
  const choose = (use: Use): void =>
    void run(({ pages: _pages, ...rest }) => ({ ...rest, ...(use === 'off' && { pages: use }) }))
  return <UseRow name="apps" of={words.apps} now={config.pages ?? 'ask'} {...{ choose, problem }} />
}

type UseWords = Record<Use, { label: string; help: string }> & { title: string; help: string }
type UseRowProps = { name: string; of: UseWords; now: Use; choose(use: Use): void; problem: string | undefined }

function UseRow({ name, of, now, choose, problem }: UseRowProps) {
  const block = useAdminBlock()
  return (
    <Row title={of.title} help={of.help}>
      <fieldset className="stack" disabled={block !== undefined} title={block}>
        <legend className="sr">{of.title}</legend>
        {uses.map((use) => (
          <Radio key={use} name={name} checked={now === use} onChange={() => choose(use)}>
            <span className="block">{of[use].label}</span>
            <span className="small block ink3">{of[use].help}</span>
          </Radio>
        ))}
      </fieldset>
      {problem && <Note kind="no">{problem}</Note>}
    </Row>
  )
}

import type { ServerConfigs } from '../../shared/config/server-config.ts'
import { clipMiddle } from '../../shared/text/clip.ts'
import { plainLabel } from '../../shared/text/hidden-characters.ts'
import { isDeprecated, type CallableTool } from '../state/callable-tools.ts'
import { fillComposer } from '../state/composer/filling.ts'
import { chat } from '../strings/chat.ts'
import { ExtInline } from '../ui/third-party/ext.tsx'
import { Phrase } from '../strings/phrase.tsx'
import { ServerSeal } from '../ui/seal.tsx'
import styles from './empty-chat.module.css'

const words = chat.empty

type Example = { server: string; serverName: string } & ({ folder: string } | { tool: CallableTool['tool'] })

const mostExamples = 3

/** Requests that the usable tools could serve: folders the user shared, then a tool of each server in turn. */
export function examplesOf(tools: CallableTool[], servers: ServerConfigs): Example[] {
  const calm = tools.filter((one) => one.tool.claims.readOnly && !isDeprecated(one))
  const byServer = [...Map.groupBy(calm, ({ server }) => server).values()]
  const folders = byServer.flatMap((ofServer) => {
    const lists = ofServer.find(({ tool: { name } }) => /^list.*(dir|folder|files)/i.test(name))
    const config = lists && servers[lists.server]
    const roots = (config && 'roots' in config && config.roots) || []
    return lists ? roots.slice(0, 1).map((folder) => ({ ...nameOf(lists), folder })) : []
  })
  const rounds = Array.from({ length: mostExamples }, (_, round) =>
    byServer.flatMap((ofServer) => ofServer[round] ?? []),
  )
  const uses = rounds.flat().map((one) => ({ ...nameOf(one), tool: one.tool }))
  return [...folders, ...uses].slice(0, mostExamples)
}

const nameOf = ({ server, serverName }: CallableTool) => ({ server, serverName })

const titleOf = ({ title, name }: CallableTool['tool']): string => plainLabel(title ?? name, 40)

/** Examples from what is connected. A press only fills the composer. */
export function Examples({ examples }: { examples: Example[] }) {
  if (examples.length === 0) return null
  return (
    <ul className={styles.examples} aria-label={words.examples}>
      {examples.map((example) => {
        const name = plainLabel(example.serverName, 30)
        const isFolder = 'folder' in example
        const fills = isFolder ? words.listFolder(example.folder) : words.withTool(titleOf(example.tool), name)
        return (
          <li key={fills}>
            <button type="button" className={styles.example} onClick={() => fillComposer(fills)}>
              <ServerSeal server={example.server} size={16} />
              <span className="trunc">
                {isFolder ? (
                  words.listFolder(clipMiddle(example.folder, 48))
                ) : (
                  <Phrase
                    text={words.withToolOf}
                    slots={{
                      tool: <ExtInline from={name} text={titleOf(example.tool)} />,
                      server: name,
                    }}
                  />
                )}
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

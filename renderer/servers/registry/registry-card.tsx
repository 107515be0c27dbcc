import { useState } from 'react'
import type { RegistryUpdate } from '../../../shared/contract/registry-commands.ts'
import type { RegistrySource, ServerConfig } from '../../../shared/config/server-config.ts'
import { useQuery } from '../../state/query.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href } from '../../state/routes.ts'
import { formatMoment } from '../../strings/format/time.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { hostOfRegistry } from './publisher.ts'
import { UpdateDialog } from './update-dialog.tsx'

const words = registryPage.update

type RegistryCardProps = { id: string; config: ServerConfig; source: RegistrySource }

/** Where a server came from, and its newer version. The registry is asked only on request. */
export function RegistryCard({ id, config, source }: RegistryCardProps) {
  const block = useAdminBlock()
  const [asks, setAsks] = useState(0)
  const kept = useQuery('getRegistryUpdate', block === undefined ? { server: id, ask: false } : undefined, {
    moment: source.version,
  })
  const asked = useQuery('getRegistryUpdate', asks > 0 ? { server: id, ask: true } : undefined, {
    moment: `${asks} ${source.version}`,
  })
  const update = (asks > 0 ? asked.answer : undefined)?.update ?? kept.answer?.update ?? undefined
  const isAsking = asks > 0 && !asked.answer && asked.problem === undefined
  return (
    <>
      <FactList>
        <Fact name={words.from}>
          <a href={href({ page: 'registry', name: source.name })}>{source.name}</a>
          <p className="ink3">{hostOfRegistry(source.url)}</p>
        </Fact>
        <Fact name={words.version}>
          <Word text={source.version} />
        </Fact>
      </FactList>
      {asked.problem !== undefined && <Note kind="no">{asked.problem}</Note>}
      {update?.trouble && (
        <Note kind="no">
          <Plain text={update.trouble.says} />
        </Note>
      )}
      {update && <Newer id={id} config={config} update={update} />}
      <div>
        <Button icon="restart" busy={isAsking} unavailable={block} onClick={() => setAsks((now) => now + 1)}>
          {isAsking ? words.checking : words.check}
        </Button>
      </div>
    </>
  )
}

type NewerProps = { id: string; config: ServerConfig; update: RegistryUpdate }

function Newer({ id, config, update }: NewerProps) {
  const block = useAdminBlock()
  const [isOpen, setOpen] = useState(false)
  const { latest, now, fetchedAt, source } = update
  const about = latest?.about ?? now?.about
  if (fetchedAt === null) return <p className="ink3">{words.unknown}</p>
  const candidate = latest?.option && 'candidate' in latest.option ? latest.option.candidate : undefined
  return (
    <>
      {about && about.status !== 'active' && (
        <Note kind={about.status === 'deleted' ? 'no' : 'plain'} quiet>
          {about.status === 'deleted' ? words.deleted : words.deprecated}
          {about.statusMessage && (
            <Ext from={source.name}>
              <Plain text={about.statusMessage} limit={300} />
            </Ext>
          )}
        </Note>
      )}
      {!latest && <p className="ink3">{words.newest(formatMoment(fetchedAt))}</p>}
      {latest && latest.about.status !== 'deleted' && (
        <Note
          action={
            candidate ? (
              <Button size="sm" unavailable={block} onClick={() => setOpen(true)}>
                {words.see}
              </Button>
            ) : (
              <a href={href({ page: 'registry', name: source.name })}>{words.look}</a>
            )
          }
        >
          <b>
            <bdi>{words.available(latest.about.version)}</bdi>
          </b>{' '}
          {candidate ? words.availableHelp : words.otherWay}
        </Note>
      )}
      {isOpen && candidate && latest?.option && (
        <UpdateDialog
          id={id}
          config={config}
          update={update}
          latest={{ about: latest.about, option: latest.option, candidate }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

import { useState } from 'react'
import type { RegistryAbout } from '../../../shared/config/registry.ts'
import type { RegistryServer } from '../../../shared/contract/registry-commands.ts'
import { useQuery } from '../../state/query.ts'
import { useAdminBlock } from '../../state/rights.ts'
import { href } from '../../state/routes.ts'
import { formatDate, formatMoment } from '../../strings/format/time.ts'
import { registryPage } from '../../strings/servers/registry-page.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field, Select } from '../../ui/fields/field.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Note } from '../../ui/note.tsx'
import { Bar, BarTrail } from '../../ui/page/bar.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Ext, Plain, Word } from '../../ui/third-party/ext.tsx'
import { AddFromRegistry } from './add-from-registry.tsx'
import { hostOfRegistry, publisherOf, shortName } from './publisher.ts'
import { Warnings } from './warnings.tsx'
import { defined } from '../../../shared/schema/json.ts'

const words = registryPage.server

/** One server of the registry: who published it, what it would run or reach, what it needs, and a way to add it. */
export function RegistryServerPage({ name }: { name: string }) {
  const block = useAdminBlock()
  const [version, setVersion] = useState<string>()
  const wanted = { name, ...defined({ version }) }
  const kept = useQuery('getRegistryServer', block === undefined ? { ...wanted, ask: false } : undefined)
  const asked = useQuery('getRegistryServer', block === undefined ? { name, ask: true } : undefined)
  // With all versions known, the chosen one is read again.
  const chosen = useQuery(
    'getRegistryServer',
    version !== undefined && asked.answer ? { ...wanted, ask: false } : undefined,
  )
  const newest = asked.answer ?? kept.answer
  const answer = version === undefined ? newest : (chosen.answer ?? newest)
  const server = answer?.server ?? undefined
  const trouble = asked.answer?.trouble
  const problem = asked.problem ?? chosen.problem
  return (
    <>
      <Bar
        title={
          <BarTrail up={registryPage.title} to={href({ page: 'registry' })}>
            {shortName(name)}
          </BarTrail>
        }
      />
      <Page>
        {block && <Note>{block}</Note>}
        {problem !== undefined && <Note kind="no">{problem}</Note>}
        {trouble && (
          <Note
            kind="no"
            action={
              <Button size="sm" onClick={asked.again}>
                {registryPage.list.retry}
              </Button>
            }
          >
            <Plain text={trouble.says} /> {server?.fetchedAt && registryPage.list.asOf(formatMoment(server.fetchedAt))}
          </Note>
        )}
        {server && <Shown server={server} onVersion={setVersion} />}
        {!server && !block && problem === undefined && (asked.answer ? <Unknown /> : <Loading what={words.loading} />)}
      </Page>
    </>
  )
}

const Unknown = () => (
  <Empty icon="search" title={words.unknown} action={<a href={href({ page: 'registry' })}>{words.all}</a>}>
    {words.unknownHelp}
  </Empty>
)

function Shown({ server, onVersion }: { server: RegistryServer; onVersion(version: string): void }) {
  const { about, warnings, refused } = server
  return (
    <>
      <About server={server} onVersion={onVersion} />
      <Note>{registryPage.trust}</Note>
      <Warnings warnings={warnings} />
      {refused ? (
        <Note kind="no">
          {registryPage.ways.refused[refused]}{' '}
          {about.statusMessage && <Said about={about} text={about.statusMessage} />}
        </Note>
      ) : (
        <AddFromRegistry key={`${about.name} ${about.version}`} server={server} />
      )}
    </>
  )
}

const Said = ({ about, text }: { about: RegistryAbout; text: string }) => (
  <Ext from={about.name}>
    <Plain text={text} limit={300} />
  </Ext>
)

function About({ server, onVersion }: { server: RegistryServer; onVersion(version: string): void }) {
  const { about, url, versions } = server
  const publisher = publisherOf(about, url)
  return (
    <section className="stack gap3" aria-label={words.about}>
      <Ext from={about.name}>
        {about.title && (
          <p className="semi">
            <Plain text={about.title} limit={100} />
          </p>
        )}
        <Plain text={about.description} limit={300} />
      </Ext>
      <FactList>
        <Fact name={words.name}>
          <code>{about.name}</code> <CopyButton label={words.name} text={() => about.name} />
        </Fact>
        <Fact name={words.publisher}>
          {publisher.who}
          <p className="ink3">{publisher.proof}</p>
        </Fact>
        {about.publishedAt !== undefined && <Fact name={words.published}>{formatDate(about.publishedAt)}</Fact>}
        {about.repositoryUrl && <LinkFact name={words.repository} url={about.repositoryUrl} />}
        {about.websiteUrl && <LinkFact name={words.website} url={about.websiteUrl} />}
        <Fact name={words.registry}>{hostOfRegistry(url)}</Fact>
      </FactList>
      <Field label={words.version}>
        <Select value={about.version} onChange={({ target }) => onVersion(target.value)}>
          {versions.map(({ version, publishedAt, isLatest, status }) => (
            <option key={version} value={version}>
              {[
                version,
                ...(isLatest ? [words.latest] : []),
                ...(status === 'deprecated' ? [registryPage.list.deprecated] : []),
                ...(publishedAt === undefined ? [] : [formatDate(publishedAt)]),
              ].join(' · ')}
            </option>
          ))}
        </Select>
      </Field>
    </section>
  )
}

/** A page of the publisher's, as text to copy: Atrium opens none of them. */
const LinkFact = ({ name, url }: { name: string; url: string }) => (
  <Fact name={name}>
    <Word text={url} /> <CopyButton label={name} text={() => url} />
  </Fact>
)

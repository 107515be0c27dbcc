import { useState } from 'react'
import type { Launch } from '../../../shared/asks/asks.ts'
import { useHost } from '../../state/replica.ts'
import { inPassport as passportWords } from '../../strings/on-demand.ts'
import { inbox } from '../../strings/inbox/inbox.ts'
import { Glyph } from '../../ui/glyph.tsx'
import { Phrase } from '../../strings/phrase.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { Fact, FactList } from '../../ui/table/facts.tsx'
import { Fold } from '../../ui/fold.tsx'
import type { MarkedLine } from '../../../shared/text/diff-lines.ts'
import { valuesIn } from '../../../shared/risk/launch-values.ts'
import { placeholderOf, type ServerConfig } from '../../../shared/config/server-config.ts'
import type { LaunchDiff } from '../../../shared/risk/launch-diff.ts'
import { MarkedLines } from './marked-text.tsx'
import styles from './launch.module.css'
import { consentOf } from '../../../shared/state/consents.ts'

const words = inbox.launch

type LaunchFactsProps = { server: string; launch: Launch; diff: LaunchDiff }

/** Facts the command line doesn't show: the file it runs, its working folder, and its environment. */
export function LaunchFacts({ server, launch, diff }: LaunchFactsProps) {
  const bundle = useHost(({ configured }) => bundleOf(configured.servers[server]))
  return (
    <FactList>
      {bundle && (
        <Fact name={words.bundle}>
          <Word text={`${bundle.name} ${bundle.version}`} />
          <p className={styles.detail}>
            {words.unsigned} <Word text={bundle.author ?? ''} />
          </p>
          <code className={styles.sum}>{bundle.sha256}</code>
        </Fact>
      )}
      <Fact name={words.path}>
        <MarkedLines lines={diff.path} />
      </Fact>
      <Fact name={words.sha256}>
        <Hash lines={diff.sha256} whole={launch.sha256} />
        <AsInPassport server={server} sha256={launch.sha256} />
      </Fact>
      <Fact name={words.cwd}>
        <MarkedLines lines={diff.cwd} />
      </Fact>
      <Fact name={words.containment}>
        <MarkedLines lines={diff.bounds} isProse />
      </Fact>
      <Fact name={words.environment}>
        <Environment server={server} launch={launch} diff={diff} />
      </Fact>
    </FactList>
  )
}

const bundleOf = (config: ServerConfig | undefined) => (config?.type === 'stdio' ? config.bundle : undefined)

/** Enough of a hash to tell two apart by eye; the rest on demand. */
const shortHash = 16

function Hash({ lines, whole }: { lines: MarkedLine[]; whole: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? lines : lines.map((line) => ({ ...line, text: `${line.text.slice(0, shortHash)}…` }))
  return (
    <>
      <div className={styles.hash}>
        <div>
          <MarkedLines lines={shown} />
        </div>
        {whole !== undefined && <CopyButton label={words.copyHash} text={() => whole} />}
        {lines.length > 0 && (
          <Button size="sm" kind="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? words.showLess : words.showAll}
          </Button>
        )}
      </div>
      <p className={styles.detail}>{whole === undefined ? words.unreadable : words.oneFile}</p>
    </>
  )
}

/** Whether the file is the one in the passport that the server was added with. */
function AsInPassport({ server, sha256 }: { server: string; sha256: string | undefined }) {
  const passport = useHost((state) => consentOf(state, server).passport)
  if (!passport) return null
  const { fingerprint, sha256: expected } = passport
  const state = comparedToPassport(sha256, expected)
  return (
    <p className={styles.passport} data-state={state}>
      <Glyph state={glyphs[state]} label="" size={14} />
      <span>
        <Phrase
          text={passportWords[state]}
          slots={{ fingerprint: <code>{fingerprint}</code>, hash: <code>{expected?.slice(0, shortHash)}…</code> }}
        />
      </span>
    </p>
  )
}

/** How a file's hash compares with the one in a passport; either can be missing. */
export function comparedToPassport(sha256: string | undefined, expected: string | undefined): keyof typeof glyphs {
  if (expected === undefined) return 'unnamed'
  if (sha256 === undefined) return 'unknown'
  return sha256 === expected ? 'same' : 'different'
}

const glyphs = { same: 'succeeded', different: 'failed', unknown: 'off', unnamed: 'off' } as const

function Environment({ server, launch, diff }: LaunchFactsProps) {
  const config = useHost((state) => state.configured.servers[server])
  const { configuration, secret } = diff.environment
  const isCompared = diff.differences.length > 0
  const valueOf = (name: string) => {
    const value = config?.type === 'stdio' ? valuesIn(config, launch.cwd)[name] : undefined
    return (
      typeof value === 'string' && (
        <>
          =<Word text={value} />
        </>
      )
    )
  }
  const secretOf = (name: string) => {
    const value = config?.type === 'stdio' ? config.env[name] : undefined
    const inArgument = launch.secretArguments?.find((it) => placeholderOf(it.name) === name)
    const from = typeof value === 'object' ? value : inArgument
    return from && <Word text={words.fromSecret(from.secret)} />
  }
  return (
    <div className={styles.groups}>
      {configuration.length + secret.length === 0 && <p>{words.nothingOfItsOwn}</p>}
      <Group title={isCompared ? words.configuredAgain : words.configured} lines={configuration} more={valueOf} />
      <Group title={words.secret} lines={secret} more={secretOf} />
      {launch.secretArguments && <p className={styles.detail}>{words.inArguments}</p>}
      {diff.inherited.length > 0 && (
        <Fold label={words.inherited(diff.inherited.length)}>
          <MarkedLines lines={diff.inherited.map((text) => ({ mark: 'same', text }))} />
        </Fold>
      )}
    </div>
  )
}

function Group({ title, ...rest }: { title: string } & Parameters<typeof MarkedLines>[0]) {
  if (rest.lines.length === 0) return null
  return (
    <div>
      <p className={styles.detail}>{title}</p>
      <MarkedLines {...rest} />
    </div>
  )
}

import { actorWords } from '../../ui/actor-words.ts'
import type { Launch } from '../../../shared/asks/asks.ts'
import { useHost, useSession } from '../../state/replica.ts'
import { serverOverview } from '../../strings/servers/servers-overview.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Word } from '../../ui/third-party/ext.tsx'
import { formatDay, formatTime } from '../../strings/format/time.ts'
import type { ServerSummary } from '../../state/servers/summary.ts'

const words = serverOverview.trust

type ServerTrustProps = {
  server: ServerSummary
  launch: Launch | undefined
  trusted: { at: number; actor: string } | undefined
}

/** The user who trusted this server, and the rules that let its tools run. */
export function ServerTrust({ server: { id, config }, launch, trusted }: ServerTrustProps) {
  const rules = useHost(
    (state) => Object.values(state.rules).filter((rule) => rule.server === id && rule.effect === 'allow').length,
  )
  return (
    <div className="stack gap15">
      <p>{rules === 0 ? words.asks : words.asksExcept(rules)}</p>
      {config?.type === 'stdio' && launch && <Command launch={launch} trusted={trusted} />}
      {config?.type === 'stdio' && !launch && <p className="ink3">{words.notYet}</p>}
      {config?.type === 'http' && <p className="ink3">{words.elsewhere}</p>}
      {config?.type === 'playground' && <p className="ink3">{words.playground}</p>}
    </div>
  )
}

function Command({ launch: { path, sha256 }, trusted }: Omit<ServerTrustProps, 'server'> & { launch: Launch }) {
  const self = useSession()?.actor
  return (
    <>
      <p>
        {trusted
          ? words.trustedBy(actorWords(trusted.actor, self, true), formatDay(trusted.at), formatTime(trusted.at))
          : words.trusted}
      </p>
      <p className="small loose breaks ink2">
        <code>
          <Word text={path} />
        </code>
        {sha256 !== undefined && (
          <span className="row gap1 ink3">
            <span title={sha256}>{words.hash(sha256.slice(0, 16))}</span>
            <CopyButton label={words.copyHash} text={() => sha256} />
          </span>
        )}
      </p>
    </>
  )
}

import type { Inbox } from '../inbox.ts'
import { AppCalls, type AppCallDeps } from './app-calls.ts'
import { contextOffer, type KeepPart } from './model-context.ts'
import { downloadOffer, type SaveFile } from './app-download.ts'
import { linkOffer } from './app-link.ts'
import { modeOffer } from './app-mode.ts'
import { messageOffer } from './app-message.ts'
import type { AppOffer, OfferedTo } from './offer.ts'
import { resourceOffer } from './app-reads.ts'
import { wishAsker } from './app-wish.ts'

/** The parts of the host behind the offers. */
type OfferDeps = AppCallDeps & { inbox: Inbox; save: SaveFile; keep: KeepPart }

/** All that Atrium offers an app. */
export function offersFor(to: OfferedTo, deps: OfferDeps): AppOffer[] {
  const { journal, inbox, save, keep } = deps
  const ask = wishAsker(to, inbox)
  const asking = [linkOffer(ask), downloadOffer(to, { journal, ask, save })]
  const giving = [messageOffer(to, journal), contextOffer(to, { journal, keep })]
  const ofServer = [new AppCalls(to, deps).offer, resourceOffer(to, deps)]
  return [logOffer(to), leaveOffer(to), modeOffer(to), ...giving, ...asking, ...ofServer]
}

/** Stores the app's log messages in its server's log. */
const logOffer = ({ reports }: OfferedTo): AppOffer => ({
  capabilities: { logging: {} },
  notifications: { 'notifications/message': (params) => reports.logged(params) },
})

/**
 * The app asks to be closed (MCP Apps, draft, `ui/notifications/request-teardown`). Its place in the conversation
 * stays.
 */
const leaveOffer = ({ leave }: OfferedTo): AppOffer => ({
  capabilities: {},
  notifications: { 'ui/notifications/request-teardown': () => leave() },
})

/** Several offers as one. */
export const joined = (offers: AppOffer[]): Required<AppOffer> => ({
  capabilities: Object.assign({}, ...offers.map(({ capabilities }) => capabilities)),
  requests: Object.assign({}, ...offers.map(({ requests }) => requests)),
  notifications: Object.assign({}, ...offers.map(({ notifications }) => notifications)),
})

import type { Inbox } from '../inbox.ts'
import { AppCalls, type AppCallDeps } from './app-calls.ts'
import { modeOffer } from './app-mode.ts'
import { resourceOffer } from './app-reads.ts'
import { textOffers, type KeepPart } from './app-texts.ts'
import { wishOffers, type SaveFile } from './app-wishes.ts'
import type { AppOffer, OfferedTo } from './offer.ts'

/** The parts of the host behind the offers. */
type OfferDeps = AppCallDeps & { inbox: Inbox; save: SaveFile; keep: KeepPart }

/** All that Atrium offers an app. */
export const offersFor = (to: OfferedTo, deps: OfferDeps): AppOffer[] => [
  logOffer(to),
  leaveOffer(to),
  modeOffer(to),
  ...textOffers(to, deps),
  ...wishOffers(to, deps),
  new AppCalls(to, deps).offer,
  resourceOffer(to, deps),
]

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

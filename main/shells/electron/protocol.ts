import { protocol, type Session } from 'electron'
import type { Pages } from '../common/pages.ts'
import { scheme } from './origin.ts'
import { answerPage } from './page-answer.ts'

/** Makes our scheme one that pages can live on. Only before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built pages, and nothing else, to the pages of a session. */
export function servePages(session: Session, pages: Pages): void {
  session.protocol.handle(scheme, (request) => answerPage(pages, request))
}

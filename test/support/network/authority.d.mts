export type Issuing = { expired?: boolean; notYet?: boolean; otherName?: string; withRoot?: boolean; broken?: boolean }

export type Authority = {
  root: string
  intermediate: string
  organization: string
  common: string
  issue(host: string, how?: Issuing): { key: string; cert: string }
}

export function makeAuthority(named?: { organization?: string; common?: string; intermediate?: boolean }): Authority

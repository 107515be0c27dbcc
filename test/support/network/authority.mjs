/** Certificates of a company’s own authority: just enough DER (X.690, RFC 5280). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import net from 'node:net'

const der = (tag, ...parts) => {
  const body = Buffer.concat(parts.map((it) => (Buffer.isBuffer(it) ? it : Buffer.from(it))))
  if (body.length < 128) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(
    body.length.toString(16).padStart(body.length > 0xffff ? 6 : body.length > 0xff ? 4 : 2, '0'),
    'hex',
  )
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}
const sequence = (...parts) => der(0x30, ...parts)
const set = (...parts) => der(0x31, ...parts)
const octets = (part) => der(0x04, part)
const bits = (part, unused = 0) => der(0x03, Buffer.from([unused]), part)
const utf8 = (text) => der(0x0c, Buffer.from(text, 'utf8'))
const boolean = (value) => der(0x01, Buffer.from([value ? 0xff : 0]))
const oid = (dotted) => {
  const [first, second, ...rest] = dotted.split('.').map(Number)
  const bytes = [first * 40 + second]
  for (const part of rest) {
    const groups = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    bytes.push(...groups)
  }
  return der(0x06, Buffer.from(bytes))
}
const time = (date) => {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return date.getUTCFullYear() < 2050 ? der(0x17, text.slice(2)) : der(0x18, text)
}
const integer = (bytes) => der(0x02, bytes[0] & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
const nameOf = ({ organization, common }) =>
  sequence(
    ...(organization ? [set(sequence(oid('2.5.4.10'), utf8(organization)))] : []),
    ...(common ? [set(sequence(oid('2.5.4.3'), utf8(common)))] : []),
  )
const ecdsaSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const extension = (id, critical, value) => sequence(oid(id), ...(critical ? [boolean(true)] : []), octets(value))
const keyId = (publicKey) =>
  createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest()

function addressBytes(host) {
  if (net.isIP(host) === 4) return Buffer.from(host.split('.').map(Number))
  const [head, tail] = host.split('::').map((half) => (half === '' ? [] : half.split(':')))
  const groups = tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail]
  return Buffer.from(groups.map((it) => it.padStart(4, '0')).join(''), 'hex')
}

function certificate({ subject, issuer, publicKey, issuerKey, issuerPublicKey, isAuthority, hosts = [], from, until }) {
  const alternatives = hosts.map((host) => (net.isIP(host) ? der(0x87, addressBytes(host)) : der(0x82, host)))
  const extensions = [
    extension('2.5.29.19', true, isAuthority ? sequence(boolean(true)) : sequence()),
    extension('2.5.29.15', true, isAuthority ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0x80]), 7)),
    extension('2.5.29.14', false, octets(keyId(publicKey))),
    extension('2.5.29.35', false, sequence(der(0x80, keyId(issuerPublicKey)))),
    ...(isAuthority ? [] : [extension('2.5.29.37', false, sequence(oid('1.3.6.1.5.5.7.3.1')))]),
    ...(alternatives.length > 0 ? [extension('2.5.29.17', false, sequence(...alternatives))] : []),
  ]
  const serial = randomBytes(16)
  serial[0] = (serial[0] & 0x7f) | 0x40
  const body = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    ecdsaSha256,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  )
  const whole = sequence(body, ecdsaSha256, bits(sign('sha256', body, issuerKey)))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
}

const day = 86_400_000
const pairOf = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pemOf = (privateKey) => privateKey.export({ type: 'pkcs8', format: 'pem' })

/**
 * An authority with a fresh key. `issue(host, { expired, notYet, otherName, withRoot, broken })` returns { key, cert }
 * for a server; `withRoot` also sends the root, which changes the error's code; `root` is PEM.
 */
export function makeAuthority({
  organization = 'Fake Inspection',
  common = 'Fake Inspection Root',
  intermediate = false,
} = {}) {
  const rootPair = pairOf()
  const subject = { organization, common }
  const [from, until] = [new Date(Date.now() - day), new Date(Date.now() + 365 * day)]
  const root = certificate({
    ...{ subject, issuer: subject, publicKey: rootPair.publicKey, issuerKey: rootPair.privateKey },
    ...{ issuerPublicKey: rootPair.publicKey, isAuthority: true, from, until },
  })
  let [signer, issuer, between] = [rootPair, subject, '']
  if (intermediate) {
    const pair = pairOf()
    const its = { organization, common: `${common} Intermediate` }
    between = certificate({
      ...{ subject: its, issuer: subject, publicKey: pair.publicKey, issuerKey: rootPair.privateKey },
      ...{ issuerPublicKey: rootPair.publicKey, isAuthority: true, from, until },
    })
    ;[signer, issuer] = [pair, its]
  }
  const issued = new Map()
  const issue = (host, how = {}) => {
    const id = JSON.stringify([host, how])
    const known = issued.get(id)
    if (known) return known
    const pair = pairOf()
    const cert = certificate({
      ...{ subject: { common: host }, issuer, publicKey: pair.publicKey, issuerKey: signer.privateKey },
      ...{ issuerPublicKey: signer.publicKey, isAuthority: false, hosts: [how.otherName ?? host] },
      from: how.notYet ? new Date(Date.now() + day) : new Date(Date.now() - 10 * day),
      until: how.expired ? new Date(Date.now() - day) : new Date(Date.now() + 90 * day),
    })
    const chain = `${cert}${how.broken ? '' : between}${how.withRoot ? root : ''}`
    const made = { key: pemOf(pair.privateKey), cert: chain }
    issued.set(id, made)
    return made
  }
  return { root, intermediate: between, issue, organization, common }
}

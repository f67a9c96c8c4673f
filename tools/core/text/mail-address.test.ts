import test from 'ava'
import { mailAddress, readMailAddress } from './mail-address.ts'

test('addresses of RFC 5322 are accepted, in lower case', t => {
  for (const address of [
    'ann@example.com',
    "o'brien+tag@example.co.uk",
    '!#$%&*/=?^_`{|}~-@example.org',
    '"ann smith"@example.com',
    '"a\\"b@c"@example.com',
    'root@localhost',
    'ann@[192.0.2.1]',
    'ann@[ipv6:2001:db8::1]',
    'a@1.example',
  ]) {
    t.is(readMailAddress(address), address)
    t.is(readMailAddress(address.toUpperCase()), address)
  }
})

test('addresses of RFC 6531 are accepted in any Unicode form', t => {
  t.is(readMailAddress('用户@例え.jp'), '用户@xn--r8jz45g.jp')
  t.is(readMailAddress('用户@XN--r8jz45g.jp'), '用户@xn--r8jz45g.jp')
  t.is(readMailAddress('अजय@डाटा.भारत'), 'अजय@xn--c2bd1gb.xn--h2brj9c')
  t.is(readMailAddress('jose\u0301@example.com'), 'josé@example.com')
  t.is(readMailAddress('Δοκιμή@παράδειγμα.ελ'), 'δοκιμή@xn--hxajbheg2az3al.xn--qxam')
})

test('anything else is rejected', t => {
  for (const text of [
    '',
    '@',
    'ann',
    'ann@',
    '@example.com',
    'a..b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a b@example.com',
    'a\u200bb@example.com',
    'a@b@example.com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@exa mple.com',
    'ann@example..com',
    'ann@[1.2.3]',
    'ann@[IPv6:1.2.3.4.5]',
    'ann@exa_mple.com',
    'Ann <ann@example.com>',
    '"a<b>c"@example.com',
    '"a\\>"@example.com',
    'ann@example.com\r\nBcc: x@example.com',
    '"a\r\nb"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.com`,
    `ann@${'a.'.repeat(130)}com`,
  ]) {
    t.is(readMailAddress(text), undefined, text)
    t.false(mailAddress.safeParse(text).success)
  }
  t.is(mailAddress.parse('Ann@Example.COM'), 'ann@example.com')
})

test('checking any text is fast', t => {
  // Alternating combining classes are the worst case for NFC: this many would take hours.
  for (const piece of ['a', '.', '"', '\\', '@', 'é', '\u0301\u0323']) {
    const long = `${piece.repeat(500_000)}@example.com`
    t.is(readMailAddress(long), undefined)
    t.false(mailAddress.safeParse(long).success)
  }
})

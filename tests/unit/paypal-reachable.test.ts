import { expect, test } from 'vitest'
import { isReachable } from '#client/processors/paypal/reachable.ts'

test.each(['https://incasso.example.com', 'https://203.0.113.7', 'https://localhost.example.com'])(
  'PayPal can call %s',
  (url) => {
    expect(isReachable(new URL(url))).toBe(true)
  },
)

test.each([
  'http://incasso.example.com',
  'https://localhost:3000',
  'https://127.0.0.1',
  'https://10.0.0.8',
  'https://172.20.1.1',
  'https://192.168.1.20:8443',
  'https://[::1]',
  'https://incasso',
  'https://shop.local',
])('PayPal cannot call %s', (url) => {
  expect(isReachable(new URL(url))).toBe(false)
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { readAgain } from '#client/lib/read-again.ts'

/** Shows a query whose reads end in order, when the test says so. Returns how to end the next read, and the observer. */
function showQuery(client: QueryClient) {
  const ends: ((value: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['sums'],
    queryFn: () => new Promise<string>((resolve) => ends.push(resolve)),
    staleTime: Number.POSITIVE_INFINITY,
  })
  observer.subscribe(() => undefined)
  return { observer, ends }
}

test('a first read that began before a change is repeated after it', async () => {
  const client = new QueryClient()
  const { observer, ends } = showQuery(client)
  await expect.poll(() => ends.length).toBe(1)

  const done = readAgain(client)
  ends[0]?.('before')
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('after')
  await done

  expect(observer.getCurrentResult().data).toBe('after')
  client.clear()
})

test('a query with data is read once more', async () => {
  const client = new QueryClient()
  const { observer, ends } = showQuery(client)
  await expect.poll(() => ends.length).toBe(1)
  ends[0]?.('before')
  await expect.poll(() => observer.getCurrentResult().data).toBe('before')

  const done = readAgain(client)
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.('after')
  await done

  expect(ends).toHaveLength(2)
  client.clear()
})

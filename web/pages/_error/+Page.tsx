import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { notFound } from '../../content/errors.ts'
import { ColdCandle } from '../../design/art/ColdCandle.tsx'
import { Message } from '../../sections/Message.tsx'

export function Page() {
  const { pathname } = useLocation()
  useEffect(() => console.warn(`404: there is no page at ${pathname}`), [pathname])
  return (
    <Message
      title={notFound.title}
      text={notFound.text}
      action={{ label: notFound.back, href: '/' }}
      picture={<ColdCandle />}
    />
  )
}

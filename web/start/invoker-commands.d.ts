import 'react'

// Invoker Commands (HTML Living Standard) are not in React's types yet.
declare module 'react' {
  interface ButtonHTMLAttributes<T> {
    command?: 'show-modal'
    commandfor?: string
  }
}

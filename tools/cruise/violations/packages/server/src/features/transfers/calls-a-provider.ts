export { default } from 'stripe'

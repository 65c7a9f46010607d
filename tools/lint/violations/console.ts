console.log('loud')

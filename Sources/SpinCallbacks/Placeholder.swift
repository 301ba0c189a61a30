// Stands in for the module, which lands from elsewhere.
